import { Select, Text } from '@mantine/core'
import { PeopleValue, useLinked } from '../../../fields/linked.tsx'
import { useOrgUnits } from '../../../fields/org.ts'
import { Picker } from '../../../fields/picker.tsx'
import { plainField } from '../../../fields/plain-field.ts'
import { useTexts } from '../texts.ts'
import { UserInput } from '../user-input.tsx'

const SUBJECTS = ['user', 'group', 'department', 'position', 'role'] as const
type SubjectKind = (typeof SUBJECTS)[number]
export type Subject = { subjectKind: SubjectKind; subject: string }

/** To whom something is granted, by name. */
export function SubjectName({ subjectKind, subject }: Subject) {
  const t = useTexts().admin.access
  const units = useOrgUnits()
  if (subjectKind === 'user') return <PeopleValue value={subject} />
  if (subjectKind === 'group') return <GroupName id={subject} />
  const roles: Record<string, string> = t.roles
  const name = subjectKind === 'role' ? (roles[subject] ?? subject) : units.nameOf(subject)
  return <Kinded kind={subjectKind} name={name ?? subject} />
}

function GroupName({ id }: { id: string }) {
  const [group] = useLinked('groups', id)
  return <Kinded kind="group" name={group?.name ?? ''} />
}

function Kinded({ kind, name }: { kind: SubjectKind; name: string }) {
  const t = useTexts().admin.access
  return (
    <span>
      {name}{' '}
      <Text component="span" size="xs" c="var(--quiet)">
        {t.subjectKinds[kind].toLowerCase()}
      </Text>
    </span>
  )
}

type SubjectInputProps = { value: Subject; onChange: (subject: Subject) => void }

export function SubjectInput({ value, onChange }: SubjectInputProps) {
  const t = useTexts().admin.access
  const { subjectKind, subject } = value
  const choose = (next: string | null) => onChange({ subjectKind, subject: next ?? '' })
  return (
    <>
      <Select
        label={t.to}
        data={SUBJECTS.map((kind) => ({ value: kind, label: t.subjectKinds[kind] }))}
        value={subjectKind}
        onChange={(kind) => onChange({ subjectKind: kind as SubjectKind, subject: '' })}
        allowDeselect={false}
      />
      <Chosen kind={subjectKind} value={subject} onChange={choose} />
    </>
  )
}

type ChosenProps = { kind: SubjectKind; value: string; onChange: (id: string | null) => void }

function Chosen({ kind, value, onChange }: ChosenProps) {
  const t = useTexts().admin.access
  const { units } = useOrgUnits()
  const label = t.subjectKinds[kind]
  if (kind === 'user') return <UserInput label={label} value={value || null} onChange={onChange} />
  if (kind === 'group') {
    return (
      <Picker
        input={{ field: plainField('GROUP', label), label, value, onChange: () => undefined }}
        source="groups"
        ids={value ? [value] : []}
        onPick={([id]) => onChange(id ?? null)}
        isSingle
      />
    )
  }
  const data =
    kind === 'role'
      ? Object.entries(t.roles).map(([code, name]) => ({ value: code, label: name }))
      : units
          .filter((unit) => unit.kind.toLowerCase() === kind)
          .map(({ id, name, above }) => ({ value: id, label: above ? `${name} · ${above}` : name }))
  return <Select label={label} data={data} value={value || null} onChange={onChange} searchable />
}
