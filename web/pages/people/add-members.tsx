import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { Choose } from '../../components/choose.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useOrgUnits } from '../../fields/org.ts'
import { useTexts } from '../../texts/index.ts'
import type { Group } from './groups.ts'

const UNITS = ['position', 'department'] as const

/** Puts people, groups, positions and departments into a group, all at once. */
export function AddMembers({ group, onClose }: { group: Group; onClose: () => void }) {
  const t = useTexts().people
  const { units } = useOrgUnits()
  const [users, setUsers] = useState<string[]>([])
  const [groups, setGroups] = useState<string[]>([])
  const [chosen, setChosen] = useState<Record<(typeof UNITS)[number], string[]>>({
    position: [],
    department: [],
  })
  const add = useChange('scheme', 'addGroupItems', {
    changes: ['group', 'user'],
    onDone: onClose,
    onFail: () => undefined,
  })
  const ids = [...users, ...groups, ...chosen.position, ...chosen.department]
  return (
    <FormModal
      title={t.groups.addTo(group.__name)}
      submit={t.groups.add}
      change={add}
      onSubmit={() => add.mutate({ params: { id: group.__id }, input: ids })}
      onClose={onClose}
      isDisabled={ids.length === 0}
    >
      <Choose source="users" label={t.tabs.list} ids={users} onPick={setUsers} />
      {UNITS.map((kind) => (
        <MultiSelect
          key={kind}
          label={t.kindsOf[kind]}
          data={units
            .filter((unit) => unit.kind === kind)
            .map(({ id, name, above }) => ({
              value: id,
              label: above ? `${name} · ${above}` : name,
            }))}
          value={chosen[kind]}
          onChange={(next) => setChosen((before) => ({ ...before, [kind]: next }))}
          searchable
          clearable
        />
      ))}
      <Choose source="groups" label={t.tabs.groups} ids={groups} onPick={setGroups} />
    </FormModal>
  )
}
