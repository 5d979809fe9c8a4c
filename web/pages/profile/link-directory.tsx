import { PasswordField, TextField } from '../../components/controls.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useDayTexts } from '../../texts/day.ts'
import { useTexts } from '../../texts/index.ts'

type LinkProps = { directory: { code: string; name: string }; onClose: () => void }

/** Login and password of a directory prove whose account it is there. */
export function LinkDirectory({ directory, onClose }: LinkProps) {
  const t = useTexts().frame.signIn
  const title = useDayTexts().profile.link(directory.name)
  const { field, modal } = useForm('providers', 'withPassword', {
    params: { provider: directory.code },
    values: { login: '', password: '', isLink: true },
    onClose,
  })
  return (
    <FormModal {...modal} title={title} submit={title}>
      <TextField {...field('login', t.login)} required data-autofocus />
      <PasswordField {...field('password', t.password)} required />
    </FormModal>
  )
}
