import { Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
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

function ClientForm({ onClose, onMade }: ClientFormProps) {
  const t = useProgramTexts()
  const [name, setName] = useState('')
  const [redirects, setRedirects] = useState('')
  const [isConfidential, setConfidential] = useState(false)
  const [user, setUser] = useState<string | null>(null)
  const [scopes, setScopes] = useState<Scopes>({ kind: 'read', chosen: [] })
  const create = useChange('access', 'createClient', {
    onDone: ({ client, secret }) =>
      secret === null ? onClose() : onMade({ client: client.id, secret }),
    onFail: () => undefined,
  })
  const actsAs = isConfidential && user ? { user, scopes: toScopes(scopes) ?? ['*:write'] } : null
  const lines = redirects.split('\n').map((each) => each.trim())
  const submit = () =>
    create.mutate({
      input: { name, redirects: lines.filter((each) => each !== ''), isConfidential, actsAs },
    })
  return (
    <FormModal
      title={t.admin.register}
      submit={t.admin.register}
      onSubmit={submit}
      onClose={onClose}
      change={create}
      size="lg"
      isDisabled={name.trim() === '' || actsAs?.scopes.length === 0}
    >
      <TextInput
        label={t.list.name}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        required
        data-autofocus
      />
      <Textarea
        label={t.admin.redirects}
        description={t.admin.redirectsHint}
        value={redirects}
        onChange={({ currentTarget }) => setRedirects(currentTarget.value)}
        rows={3}
        required={actsAs === null}
      />
      <Switch
        label={t.admin.isConfidential}
        description={t.admin.isConfidentialHint}
        checked={isConfidential}
        onChange={({ currentTarget }) => setConfidential(currentTarget.checked)}
      />
      {isConfidential && <UserInput label={t.admin.actsAs} value={user} onChange={setUser} />}
      {actsAs && <ScopesInput value={scopes} onChange={setScopes} />}
    </FormModal>
  )
}
