import { useNavigate } from 'react-router'
import { CheckboxField, LongTextField, SelectField, TextField } from '../../components/controls.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { type Group, useWorkspaces } from './groups.ts'

type GroupFormProps = { group?: Group; onClose: () => void }

/** Creates a group, or changes one. */
export function GroupForm({ group, onClose }: GroupFormProps) {
  const { people, frame } = useTexts()
  const t = people.groups
  const navigate = useNavigate()
  const { choices } = useWorkspaces()
  const { field, modal } = useForm('scheme', group ? 'updateGroup' : 'createGroup', {
    values: {
      __name: group?.__name ?? '',
      description: group?.description ?? '',
      isRole: group?.isRole ?? false,
      isDefault: group?.isDefault ?? false,
      namespace: 'global',
    },
    request: ({ namespace, ...input }) => ({
      params: group ? { id: group.__id } : { namespace },
      input,
    }),
    onClose,
    onDone: (reply) => {
      onClose()
      if (!group && 'group' in reply) void navigate(links.group(reply.group.__id))
    },
  })
  return (
    <FormModal
      {...modal}
      title={group ? group.__name : t.create}
      submit={group ? frame.actions.save : frame.actions.create}
    >
      <TextField {...field('__name', t.name)} required data-autofocus />
      <LongTextField {...field('description', t.description)} />
      {!group && <SelectField {...field('namespace', t.owner)} data={choices} />}
      <CheckboxField {...field('isRole', t.isRole)} description={t.isRoleHint} />
      <CheckboxField {...field('isDefault', t.isDefault)} />
    </FormModal>
  )
}
