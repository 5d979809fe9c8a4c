import { ActionIcon, Badge, Collapse, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useBuildTexts } from '../texts.ts'
import type { FieldProps } from './field-props.ts'
import { FieldSettings } from './field-settings.tsx'
import classes from './fields.module.css'
import type { FieldValue } from './new-field.ts'

type FieldRowProps = FieldProps & { isOpen: boolean; onOpen: (code: string | undefined) => void }

/** One line for a field; its settings unfold below. */
export function FieldRow({ isOpen, onOpen, ...props }: FieldRowProps) {
  const t = useBuildTexts()
  const { code, field, place } = props
  const { draft, file, at } = place
  const id = useId()
  const words: Record<string, string> = t.app.fields.types
  const name = field.name || code
  const wrong = draft.problemsAt(file, at, 'within').length
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <div className={classes.row}>
        <UnstyledButton
          className={classes.title ?? ''}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onOpen(isOpen ? undefined : code)}
        >
          <span className={classes.name}>
            <Chevron size={13} stroke={1.8} aria-hidden /> {name}
          </span>
          <span className={classes.quiet}>{words[field.type ?? ''] ?? field.type}</span>
          <Flags field={field} />
        </UnstyledButton>
        {wrong > 0 && (
          <Badge size="sm" color="red" circle aria-label={t.shell.problems(wrong)}>
            {wrong}
          </Badge>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.app.fields.remove(name)}
          onClick={() => draft.edit([{ file, op: 'remove', at }])}
        >
          <IconTrash size={15} stroke={1.6} />
        </ActionIcon>
      </div>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && (
          <div className={classes.settings}>
            <FieldSettings {...props} />
          </div>
        )}
      </Collapse>
    </>
  )
}

const FLAGS = ['required', 'unique', 'indexed', 'searchable'] as const

function Flags({ field }: { field: FieldValue }) {
  const t = useBuildTexts().schema.keys
  return FLAGS.filter((flag) => field[flag] === true).map((flag) => (
    <Badge key={flag} size="xs" variant="default" tt="none" fw={400}>
      {t[flag]}
    </Badge>
  ))
}
