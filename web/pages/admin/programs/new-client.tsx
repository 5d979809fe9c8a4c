import { useState } from 'react'
import { LongTextField, SwitchField, TextField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { linesOf } from '../../../components/lines-of.ts'
import { useForm } from '../../../components/use-form.tsx'
import { useProgramTexts } from '../../programs/texts.ts'
import { type Scopes, ScopesInput, toScopes } from '../tokens/scopes.tsx'
import { UserInput } from '../user-input.tsx'
import { ClientSecret, type IssuedSecret } from './client-secret.tsx'

/** What it is called and what it may; then its secret, once. */
export function NewClient({ onClose }: { onClose: () => void }) {
  const [told, setTold] = useState<IssuedSecret>()
  if (told) return <ClientSecret {...told} onClose={onClose} />
  return <ClientForm onClose={onClose} onMade={setTold} />
}

type ClientFormProps = { onClose: () => void; onMade: (told: IssuedSecret) => void }

const BLANK = {
  name: '',
  redirects: '',
  isConfidential: false,
  user: null as string | null,
  scopes: { kind: 'read', chosen: [] } as Scopes,
}

/** The person whom a program with a secret acts as, where it does. */
const actsAs = ({ isConfidential, user, scopes }: typeof BLANK) =>
  isConfidential && user ? { user, scopes: toScopes(scopes) ?? ['*:write'] } : null

function ClientForm({ onClose, onMade }: ClientFormProps) {
  const t = useProgramTexts()
  const { values, set, field, modal } = useForm('access', 'createClient', {
    values: BLANK,
    request: (values) => {
      const { name, redirects, isConfidential } = values
      return {
        input: { name, redirects: linesOf(redirects), isConfidential, actsAs: actsAs(values) },
      }
    },
    onClose,
    onDone: ({ client, secret }) =>
      secret === null ? onClose() : onMade({ client: client.id, secret }),
  })
  const account = actsAs(values)
  return (
    <FormModal
      {...modal}
      title={t.admin.register}
      submit={t.admin.register}
      size="lg"
      isDisabled={values.name.trim() === '' || account?.scopes.length === 0}
    >
      <TextField {...field('name', t.list.name)} data-autofocus />
      <LongTextField
        {...field('redirects', t.admin.redirects)}
        description={t.admin.redirectsHint}
        minRows={3}
        required={account === null}
      />
      <SwitchField
        {...field('isConfidential', t.admin.isConfidential)}
        description={t.admin.isConfidentialHint}
      />
      {values.isConfidential && <UserInput {...field('user', t.admin.actsAs)} />}
      {account && <ScopesInput value={values.scopes} onChange={(scopes) => set({ scopes })} />}
    </FormModal>
  )
}
