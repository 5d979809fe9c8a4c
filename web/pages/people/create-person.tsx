import { Checkbox, PasswordInput, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi, useChange } from '../../api.ts'
import { FormModal } from '../../components/form-modal.tsx'
import { problemOfPassword } from '../../components/password.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { useSignInTexts } from '../../texts/sign-in.ts'
import { useInvite } from './account-items.tsx'

const BLANK = { login: '', email: '', lastName: '', firstName: '', middleName: '', password: '' }

export function CreatePerson({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const words = useSignInTexts().admin
  const navigate = useNavigate()
  const [values, setValues] = useState(BLANK)
  const [isAdministrator, setAdministrator] = useState(false)
  const [wantsInvitation, setWantsInvitation] = useState(true)
  const { data } = useApi('access', 'getSignIn', {}, { fresh: 600_000 })
  const canInvite = data?.hasReset === true && values.email !== '' && values.password === ''
  const isInvited = canInvite && wantsInvitation
  const invite = useInvite()
  const create = useChange('access', 'createUser', {
    changes: ['user'],
    onDone: ({ user }) => {
      if (isInvited) invite.mutate({ params: { id: user.id } })
      onClose()
      void navigate(links.person(user.id))
    },
    onFail: () => undefined,
  })
  const problem = problemOfPassword(create.error, t)
  const { password, ...others } = values
  const submit = () =>
    create.mutate({ input: { ...others, isAdministrator, ...(password && { password }) } })
  const bind = (name: keyof typeof BLANK) => ({
    label: t.people.fields[name],
    value: values[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: value })),
  })
  return (
    <FormModal
      title={t.people.create}
      submit={t.frame.actions.create}
      change={create}
      isExplained={problem !== undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput {...bind('lastName')} required data-autofocus autoComplete="off" />
        <TextInput {...bind('firstName')} autoComplete="off" />
        <TextInput {...bind('middleName')} autoComplete="off" />
        <TextInput {...bind('email')} type="email" autoComplete="off" />
        <TextInput {...bind('login')} required autoComplete="off" />
        <PasswordInput
          {...bind('password')}
          description={words.initialPasswordHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={problem}
          autoComplete="new-password"
          minLength={values.password ? 10 : 0}
        />
      </SimpleGrid>
      <Checkbox
        label={words.invite}
        description={data?.hasReset === false ? words.noMailHint : words.inviteHint}
        disabled={!canInvite}
        checked={isInvited}
        onChange={({ currentTarget }) => setWantsInvitation(currentTarget.checked)}
      />
      <Checkbox
        label={t.people.administrator}
        description={t.people.administratorHint}
        checked={isAdministrator}
        onChange={({ currentTarget }) => setAdministrator(currentTarget.checked)}
      />
    </FormModal>
  )
}
