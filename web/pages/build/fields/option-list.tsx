import { ActionIcon, Button, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { TextField } from '../../../components/controls.tsx'
import { isShortcut } from '../../../shortcuts/register.ts'
import { codeOf } from '../code-of.ts'
import { errorAt, placeIn, type SettingPath, settingAt } from '../schema/setting.ts'
import { RenameButton } from '../shell/rename.tsx'
import { Sortable } from '../sortable.tsx'
import { useBuildTexts } from '../texts.ts'
import classes from './fields.module.css'

/** What people choose from, by code: the names can change at any time. */
export function OptionList({ place }: { place: SettingPath }) {
  const t = useBuildTexts().app.fields
  const { draft, file, at } = place
  const options = Object.entries((settingAt(place) ?? {}) as Record<string, string>)
  const [name, setName] = useState('')
  const add = () => {
    if (!name.trim()) return
    const taken = options.map(([code]) => code)
    draft.edit([
      { file, op: 'set', at: [...at, codeOf(name, taken, 'option')], value: name.trim() },
    ])
    setName('')
  }
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {t.options}
      </Text>
      <Sortable
        label={t.options}
        items={options}
        keyOf={([code]) => code}
        nameOf={([, text]) => text}
        onMove={(from, to) =>
          draft.edit([{ file, op: 'move', at: [...at, options[from]?.[0] ?? ''], to }])
        }
        isNested
      >
        {([code, text]) => (
          <div className={classes.option}>
            <TextField
              className={classes.grow ?? ''}
              size="xs"
              aria-label={t.optionName(code)}
              value={text ?? ''}
              error={errorAt({ ...place, at: [...at, code] })}
              onChange={(next) => draft.set(file, [...at, code], next)}
            />
            <span className={classes.quiet}>{code}</span>
            {at.length === 3 && <RenameButton place={placeIn(place, code)} code={code} />}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.remove(text || code)}
              onClick={() => draft.edit([{ file, op: 'remove', at: [...at, code] }])}
            >
              <IconTrash size={14} stroke={1.6} />
            </ActionIcon>
          </div>
        )}
      </Sortable>
      <div className={classes.option}>
        <TextField
          className={classes.grow ?? ''}
          size="xs"
          aria-label={t.newOption}
          placeholder={t.newOption}
          value={name}
          error={options.length === 0 ? t.noOptions : undefined}
          onChange={setName}
          onKeyDown={(event) => {
            if (!isShortcut(event, 'option', 'add')) return
            event.preventDefault()
            add()
          }}
        />
        <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          {t.addOption}
        </Button>
      </div>
    </div>
  )
}
