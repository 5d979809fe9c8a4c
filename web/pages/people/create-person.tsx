import { SimpleGrid } from '@mantine/core'
import { useNavigate } from 'react-router'
import { useApi } from '../../api.ts'
import { CheckboxField, PasswordField, TextField } from '../../components/controls.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { problemOfPassword } from '../../components/password.tsx'
import { useForm } from '../../components/use-form.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { useSignInTexts } from '../../texts/sign-in.ts'
import { useInvite } from './account-items.tsx'

const BLANK = {
  login: '',
  email: '',
  lastName: '',
  firstName: '',
  middleName: '',
  password: '',
  isAdministrator: false,
  isInvited: true,
}

export function CreatePerson({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const words = useSignInTexts().admin
  const navigate = useNavigate()
  const { data } = useApi('access', 'getSignIn', {}, { fresh: 600_000 })
  const invite = useInvite()
  const { values, field, change, modal } = useForm('access', 'createUser', {
    values: BLANK,
    request: ({ isInvited: _, password, ...input }) => ({
      input: { ...input, ...(password && { password }) },
    }),
    changes: ['user'],
    onClose,
    onDone: ({ user }) => {
      if (canInvite && values.isInvited) invite.mutate({ params: { id: user.id } })
      onClose()
      void navigate(links.person(user.id))
    },
  })
  const canInvite = data?.hasReset === true && values.email !== '' && values.password === ''
  const problem = problemOfPassword(change.error, t)
  const { fields } = t.people
  return (
    <FormModal {...modal} title={t.people.create} submit={t.frame.actions.create}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextField
          {...field('lastName', fields.lastName)}
          required
          data-autofocus
          autoComplete="off"
        />
        <TextField {...field('firstName', fields.firstName)} autoComplete="off" />
        <TextField {...field('middleName', fields.middleName)} autoComplete="off" />
        <TextField {...field('email', fields.email)} type="email" autoComplete="off" />
        <TextField {...field('login', fields.login)} autoComplete="off" />
        <PasswordField
          {...field('password', fields.password)}
          {...(problem && { error: problem })}
          description={words.initialPasswordHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
        />
      </SimpleGrid>
      <CheckboxField
        {...field('isInvited', words.invite)}
        description={data?.hasReset === false ? words.noMailHint : words.inviteHint}
        disabled={!canInvite}
        value={canInvite && values.isInvited}
      />
      <CheckboxField
        {...field('isAdministrator', t.people.administrator)}
        description={t.people.administratorHint}
      />
    </FormModal>
  )
}
