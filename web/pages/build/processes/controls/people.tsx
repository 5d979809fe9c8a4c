import { Stack, TagsInput } from '@mantine/core'
import { useBuildTexts } from '../../texts.ts'
import type { Choice, Known } from '../known.ts'
import { type FieldProps, Suggestion } from './texts.tsx'

type PeopleProps = FieldProps & { known: Known; isWithElse?: boolean }

/** Who does it: `group:crm/managers, variable:agent || role:author`. */
export function PeopleField({ label, hint, isRequired, value, onChange, known }: PeopleProps) {
  const t = useBuildTexts().processes
  const choices = useSubjectChoices(known)
  const [first = [], ...others] = value.split('||').map(partsOf)
  const otherwise = others.flat()
  const write = (one: string[], other: string[]) =>
    onChange(
      [one, other]
        .filter(({ length }) => length > 0)
        .map((each) => each.join(', '))
        .join(' || '),
    )
  return (
    <Stack gap={6}>
      <Subjects
        label={label}
        hint={hint}
        isRequired={isRequired ?? false}
        choices={choices}
        value={first}
        onChange={(given) => write(given, otherwise)}
      />
      {first.length > 0 && (
        <Subjects
          label={t.people.otherwise}
          hint={t.hints.performerElse}
          isRequired={false}
          choices={choices}
          value={otherwise}
          onChange={(given) => write(first, given)}
        />
      )}
    </Stack>
  )
}

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

type SubjectsProps = {
  label: string
  hint: string | undefined
  isRequired: boolean
  choices: Choice[]
  value: string[]
  onChange: (value: string[]) => void
}

function Subjects({ label, hint, isRequired, choices, value, onChange }: SubjectsProps) {
  const t = useBuildTexts().processes
  const labels = new Map(choices.map((each) => [each.value, each.label]))
  return (
    <TagsInput
      size="xs"
      label={label}
      description={hint}
      withAsterisk={isRequired}
      data={[...labels.keys()]}
      value={value}
      onChange={onChange}
      acceptValueOnBlur
      placeholder={value.length === 0 ? t.people.add : ''}
      renderOption={({ option }) => (
        <Suggestion value={option.value} label={labels.get(option.value)} />
      )}
    />
  )
}

const HOLDERS = ['SYS_USER', 'SYS_OSNODE', 'SYS_ROLE', 'SYS_GROUP']

/** Roles come first; the author may be called otherwise elsewhere. */
export function useSubjectChoices({ variables, subjects }: Known): Choice[] {
  const { people } = useBuildTexts().processes
  return [
    { value: 'role:author', label: people.author },
    { value: 'role:superior', label: people.superior },
    ...Object.entries(variables)
      .filter(([, { type }]) => HOLDERS.includes(type))
      .map(([code, { name }]) => ({ value: `variable:${code}`, label: people.variable(name) })),
    ...subjects.filter(({ value }) => !value.startsWith('role:')),
  ]
}
