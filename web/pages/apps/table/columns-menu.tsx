import { ActionIcon, Button, Checkbox, Popover, ScrollArea, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import classes from './columns-menu.module.css'

type ColumnsProps = { fields: Field[]; columns: Field[]; onColumns: (codes: string[]) => void }

/** Which columns there are and in which order; the name is always one of them. */
export function ColumnsMenu({ fields, columns, onColumns }: ColumnsProps) {
  const t = useTexts()
  const codes = columns.map(({ code }) => code)
  const hidden = fields.filter(({ code }) => !codes.includes(code))
  const move = (at: number, by: number) => {
    const moved = codes[at] ?? ''
    onColumns(codes.toSpliced(at, 1).toSpliced(at + by, 0, moved))
  }
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} stroke={1.6} />}>
          {t.apps.columns.title}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <ScrollArea.Autosize mah={420} w={270} type="auto">
          <ul className={classes.list} aria-label={t.apps.columns.shown}>
            {columns.map((field, at) => (
              <li key={field.code} className={classes.line}>
                <Checkbox
                  size="xs"
                  className={classes.choice}
                  label={field.view.name}
                  checked
                  disabled={field.code === '__name'}
                  onChange={() => onColumns(codes.filter((code) => code !== field.code))}
                />
                <ActionIcon
                  {...arrow}
                  aria-label={t.apps.columns.earlier(field.view.name)}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  {...arrow}
                  aria-label={t.apps.columns.later(field.view.name)}
                  disabled={at === columns.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <IconArrowDown size={14} />
                </ActionIcon>
              </li>
            ))}
          </ul>
          {hidden.length > 0 && (
            <Text size="xs" c="var(--quiet)" px={6} pt={8}>
              {t.apps.columns.hidden}
            </Text>
          )}
          <ul className={classes.list} aria-label={t.apps.columns.hidden}>
            {hidden.map(({ code, view }) => (
              <li key={code} className={classes.line}>
                <Checkbox
                  size="xs"
                  className={classes.choice}
                  label={view.name}
                  checked={false}
                  onChange={() => onColumns([...codes, code])}
                />
              </li>
            ))}
          </ul>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}

const arrow = { variant: 'subtle', color: 'gray', size: 'sm' } as const
