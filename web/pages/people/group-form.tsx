import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../api.ts'
import { FormModal } from '../../components/form-modal.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { type Group, useWorkspaces } from './groups.ts'

type GroupFormProps = { group?: Group; onClose: () => void }

/** Creates a group, or changes one. */
export function GroupForm({ group, onClose }: GroupFormProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const { choices } = useWorkspaces()
  const [namespace, setNamespace] = useState('global')
  const [values, setValues] = useState({
    __name: group?.__name ?? '',
    description: group?.description ?? '',
    isRole: group?.isRole ?? false,
    isDefault: group?.isDefault ?? false,
  })
  const set = (changes: Partial<typeof values>) =>
    setValues((before) => ({ ...before, ...changes }))
  const create = useChange('scheme', 'createGroup', {
    onDone: (reply) => {
      onClose()
      void navigate(links.group(reply.group.__id))
    },
    onFail: () => undefined,
  })
  const update = useChange('scheme', 'updateGroup', { onDone: onClose, onFail: () => undefined })
  const submit = () =>
    group
      ? update.mutate({ params: { id: group.__id }, input: values })
      : create.mutate({ params: { namespace }, input: values })
  const { groups } = t.people
  return (
    <FormModal
      title={group ? group.__name : groups.create}
      submit={group ? t.frame.actions.save : t.frame.actions.create}
      change={group ? update : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={groups.name}
        value={values.__name}
        onChange={({ currentTarget }) => set({ __name: currentTarget.value })}
        required
        data-autofocus
      />
      <Textarea
        label={groups.description}
        value={values.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        autosize
        minRows={2}
      />
      {!group && (
        <Select
          label={groups.owner}
          data={choices}
          value={namespace}
          onChange={(next) => setNamespace(next ?? 'global')}
          allowDeselect={false}
        />
      )}
      <Checkbox
        label={groups.isRole}
        description={groups.isRoleHint}
        checked={values.isRole}
        onChange={({ currentTarget }) => set({ isRole: currentTarget.checked })}
      />
      <Checkbox
        label={groups.isDefault}
        checked={values.isDefault}
        onChange={({ currentTarget }) => set({ isDefault: currentTarget.checked })}
      />
    </FormModal>
  )
}
