import { Switch, Textarea, TextInput } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { FormModal } from '../../components/form-modal.tsx'
import { useTexts } from '../../texts/index.ts'
import { MembersPicker } from './members-picker.tsx'

type Filled = { name: string; description: string; members: string[]; isPrivate: boolean }

type ChannelFormProps = {
  title: string
  action: string
  /** Only a new one is asked for whom it is; later there is a list of the members. */
  isNew?: boolean
  filled?: Pick<Filled, 'name' | 'description'>
  change: NonNullable<ComponentProps<typeof FormModal>['change']>
  onClose: () => void
  onSubmit: (filled: Filled) => void
}

export function ChannelForm(props: ChannelFormProps) {
  const { title, action, isNew = false, filled, change, onClose, onSubmit } = props
  const t = useTexts()
  const [name, setName] = useState(filled?.name ?? '')
  const [description, setDescription] = useState(filled?.description ?? '')
  const [isPrivate, setPrivate] = useState(false)
  const [members, setMembers] = useState<string[]>([])
  return (
    <FormModal
      title={title}
      submit={action}
      change={change}
      onSubmit={() =>
        onSubmit({ name: name.trim(), description: description.trim(), isPrivate, members })
      }
      onClose={onClose}
      isDisabled={name.trim() === ''}
    >
      <TextInput
        label={t.channels.form.name}
        value={name}
        maxLength={255}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Textarea
        label={t.channels.form.description}
        value={description}
        maxLength={5000}
        autosize
        minRows={2}
        maxRows={6}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      {isNew && (
        <>
          <MembersPicker
            label={t.channels.form.members}
            description={t.channels.form.membersHint}
            value={members}
            onChange={setMembers}
          />
          <Switch
            label={t.channels.form.private}
            checked={isPrivate}
            onChange={({ currentTarget }) => setPrivate(currentTarget.checked)}
          />
        </>
      )}
    </FormModal>
  )
}
