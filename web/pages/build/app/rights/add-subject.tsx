import { Autocomplete, Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { isShortcut } from '../../../../shortcuts/register.ts'
import { useBuildTexts } from '../../texts.ts'
import type { Subjects } from '../use-subjects.ts'

const SUBJECT =
  /^(user:\S+|group:(\w+(\.\w+)?\/)?\w+|position:\w+|department:\w+|role:(author|performer))$/

type AddSubjectProps = {
  label: string
  subjects: Subjects
  taken: readonly string[]
  /** Whether roles in an item, such as its author, make sense. */
  isRole: boolean
  onAdd: (subject: string) => void
}

/** Chosen by name, or typed as files name it: `user:anna`. */
export function AddSubject({ label, subjects, taken, isRole, onAdd }: AddSubjectProps) {
  const t = useBuildTexts().app.rights
  const [text, setText] = useState('')
  const choices = subjects.choices
    .filter(({ value }) => !taken.includes(value) && (isRole || !value.startsWith('role:')))
    .map(({ value, label: name }) => ({ value, text: `${name} · ${value}` }))
  const subject = choices.find((each) => each.text === text)?.value ?? text.trim()
  const isWrong = text !== '' && (!SUBJECT.test(subject) || taken.includes(subject))
  const add = () => {
    if (!text || isWrong) return
    onAdd(subject)
    setText('')
  }
  return (
    <Group mt="xs" gap="xs" align="flex-start">
      <Autocomplete
        flex="0 1 360px"
        aria-label={label}
        placeholder={t.placeholder}
        data={choices.map((each) => each.text)}
        limit={50}
        value={text}
        error={isWrong && !choices.some((each) => each.text.startsWith(text)) && t.expected}
        onChange={setText}
        onKeyDown={(event) => isShortcut(event, 'option', 'add') && !isWrong && add()}
      />
      <Button
        size="sm"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={add}
      >
        {label}
      </Button>
    </Group>
  )
}
