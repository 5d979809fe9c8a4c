import { useNavigate } from 'react-router'
import { LongTextField, SwitchField, TextField } from '../../components/controls.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { MembersPicker } from './members-picker.tsx'

type ChannelFormProps = {
  /** Absent: a new one. Only that is asked for whom it is; later there is a list of the members. */
  channel?: { id: string; name: string; description: string }
  onClose: () => void
}

export function ChannelForm({ channel, onClose }: ChannelFormProps) {
  const { channels, frame } = useTexts()
  const t = channels.form
  const navigate = useNavigate()
  const operation = channel ? 'changeChannel' : 'createChannel'
  const { values, field, modal } = useForm('messages', operation, {
    values: {
      name: channel?.name ?? '',
      description: channel?.description ?? '',
      members: [] as string[],
      isPrivate: false,
    },
    request: ({ name, description, ...others }) => ({
      ...(channel && { params: { id: channel.id } }),
      input: { name: name.trim(), description: description.trim(), ...(!channel && others) },
    }),
    onClose,
    onDone: (reply) => {
      onClose()
      if (!channel) void navigate(links.channel(reply.channel.id))
    },
  })
  return (
    <FormModal
      {...modal}
      title={channel ? channels.settings : channels.create}
      submit={channel ? t.save : frame.actions.create}
      isDisabled={values.name.trim() === ''}
    >
      <TextField {...field('name', t.name)} data-autofocus />
      <LongTextField {...field('description', t.description)} maxRows={6} />
      {!channel && (
        <>
          <MembersPicker {...field('members', t.members)} description={t.membersHint} />
          <SwitchField {...field('isPrivate', t.private)} />
        </>
      )}
    </FormModal>
  )
}
