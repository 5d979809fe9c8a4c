import { TagsInput } from '@mantine/core'
import type { Subjects } from './use-subjects.ts'

type SubjectInputProps = {
  subjects: Subjects
  label: string
  description?: string
  placeholder?: string
  error?: string | undefined
  /** Processes can do this as well. */
  withProcess?: boolean
  value: readonly string[]
  onChange: (subjects: string[]) => void
}

/** Subjects by name; others are typed as files name them, such as `user:anna`. */
export function SubjectInput({
  subjects,
  withProcess,
  value,
  onChange,
  ...input
}: SubjectInputProps) {
  const codes = [...(withProcess ? ['process'] : []), ...subjects.choices.map((each) => each.value)]
  const byName = new Map(codes.map((code) => [named(subjects, code), code]))
  return (
    <TagsInput
      {...input}
      data={[...byName.keys()]}
      value={value.map((code) => named(subjects, code))}
      onChange={(names) => onChange(names.map((name) => byName.get(name) ?? name))}
      acceptValueOnBlur={false}
    />
  )
}

/** Two groups may have the same name, so the code stands beside it. */
const named = ({ nameOf }: Subjects, code: string): string => {
  const name = nameOf(code)
  return name === code ? code : `${name} · ${code}`
}
