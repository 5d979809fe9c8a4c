import { MultiSelect } from '@mantine/core'
import { Choose } from '../../components/choose.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useOrgUnits } from '../../fields/org.ts'
import { useTexts } from '../../texts/index.ts'
import type { Group } from './groups.ts'

const UNITS = ['position', 'department'] as const
const NOBODY: Record<(typeof UNITS)[number] | 'users' | 'groups', string[]> = {
  users: [],
  groups: [],
  position: [],
  department: [],
}

/** Puts people, groups, positions and departments into a group, all at once. */
export function AddMembers({ group, onClose }: { group: Group; onClose: () => void }) {
  const t = useTexts().people
  const { units } = useOrgUnits()
  const { values, field, modal } = useForm('scheme', 'addGroupItems', {
    values: NOBODY,
    request: (chosen) => ({ params: { id: group.__id }, input: Object.values(chosen).flat() }),
    changes: ['group', 'user'],
    onClose,
  })
  return (
    <FormModal
      {...modal}
      title={t.groups.addTo(group.__name)}
      submit={t.groups.add}
      isDisabled={Object.values(values).flat().length === 0}
    >
      <Choose {...field('users', t.tabs.list)} source="users" />
      {UNITS.map((kind) => (
        <MultiSelect
          key={kind}
          {...field(kind, t.kindsOf[kind])}
          data={units
            .filter((unit) => unit.kind === kind)
            .map(({ id, name, above }) => ({
              value: id,
              label: above ? `${name} · ${above}` : name,
            }))}
          searchable
          clearable
        />
      ))}
      <Choose {...field('groups', t.tabs.groups)} source="groups" />
    </FormModal>
  )
}
