import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { SelectField, TextField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { useMe } from '../../../frame/session.tsx'
import { Copied } from '../copied.tsx'
import { Secret } from '../secret.tsx'
import { useTexts } from '../texts.ts'
import { UserInput } from '../user-input.tsx'
import { type Scopes, ScopesInput, toScopes } from './scopes.tsx'

const DAY = 86_400_000
const PERIODS = [30, 90, 365]
const FOREVER = 'forever'

/** What it is called, what it may, for how long; then the secret, once. */
export function NewToken({ onClose }: { onClose: () => void }) {
  const t = useTexts().admin.tokens
  const [secret, setSecret] = useState<string>()
  if (secret === undefined) return <TokenForm onClose={onClose} onMade={setSecret} />
  const curl = `curl -s '${location.origin}/manage/v1/session' \\\n  -H 'Authorization: Bearer ${secret}'`
  return (
    <Secret title={t.secret} secret={secret} onClose={onClose}>
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {t.first}
        </Text>
        <Copied text={curl} label={t.first} />
      </Stack>
    </Secret>
  )
}

const ASSISTANTS = ['on', 'read', 'off'] as const
const REACHES = ['own', 'people', 'everybody'] as const
type TokenFormProps = { onClose: () => void; onMade: (secret: string) => void }

const BLANK = {
  name: '',
  user: null as string | null,
  scopes: { kind: 'all', chosen: [] } as Scopes,
  assistants: 'on' as (typeof ASSISTANTS)[number],
  reach: 'own' as (typeof REACHES)[number],
  period: '90',
}

const isOfScim = (scopes: string[] | null) => scopes?.includes('scim:write') ?? false

function toInput({ user, reach, period, ...values }: typeof BLANK) {
  const scopes = toScopes(values.scopes)
  const end = new Date(Date.now() + Number(period) * DAY)
  return {
    ...values,
    scopes,
    expiresAt: period === FOREVER ? null : end.toISOString(),
    ...(user && { user }),
    ...(isOfScim(scopes) && { reach }),
  }
}

function TokenForm({ onClose, onMade }: TokenFormProps) {
  const { admin, frame } = useTexts()
  const t = admin.tokens
  const { isAdministrator } = useMe()
  const { values, set, field, modal } = useForm('access', 'createToken', {
    values: BLANK,
    request: (values) => ({ input: toInput(values) }),
    onClose,
    onDone: ({ secret }) => onMade(secret),
  })
  const scopes = toScopes(values.scopes)
  return (
    <FormModal
      {...modal}
      title={t.create}
      submit={frame.actions.create}
      size="lg"
      isDisabled={values.name.trim() === '' || scopes?.length === 0}
    >
      <TextField {...field('name', t.name)} placeholder={t.nameHint} data-autofocus />
      {isAdministrator && (
        <div>
          <UserInput {...field('user', t.owner)} />
          <Text size="xs" c="var(--quiet)" mt={4}>
            {t.ownerMe}
          </Text>
        </div>
      )}
      <ScopesInput value={values.scopes} onChange={(scopes) => set({ scopes })} />
      {isOfScim(scopes) && (
        <SelectField
          {...field('reach', t.reach)}
          data={REACHES.map((value) => ({ value, label: t.reachOf[value] }))}
        />
      )}
      <SelectField
        {...field('assistants', t.assistants)}
        data={ASSISTANTS.map((value) => ({ value, label: t.assistantsOf[value] }))}
      />
      <SelectField
        {...field('period', t.validFor)}
        data={[
          ...PERIODS.map((days) => ({ value: String(days), label: t.days(days) })),
          { value: FOREVER, label: t.forever },
        ]}
      />
    </FormModal>
  )
}
