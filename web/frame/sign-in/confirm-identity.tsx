import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi, useChange } from '../../api.ts'
import { client, type ReplyOf, type RequestOf } from '../../client.ts'
import { PasswordField } from '../../components/controls.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { CodeInput } from '../../components/factors/code-input.tsx'
import { showPasskey } from '../../components/factors/passkeys.ts'
import { refusalOf } from '../../components/factors/refusal-text.ts'
import { ModalForm } from '../../components/form-modal.tsx'
import { Shown } from '../../components/states.tsx'
import { useTexts } from '../../texts/index.ts'
import { useSignInTexts } from '../../texts/sign-in.ts'
import { CONFIRMED, onConfirmation } from './confirmed.ts'

type Given = RequestOf<'access', 'confirmIdentity'>['input']

/** The second factor of whoever has one, the password of everybody else. */
export function ConfirmIdentity({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const t = useSignInTexts().confirm
  const { cancel } = useTexts().frame.actions
  const asked = useApi('access', 'getFactors', {})
  const close = () => onEnd(false)
  return (
    <Dialog title={t.title} onClose={close}>
      <Shown of={asked}>{({ factors }) => <ConfirmForm factors={factors} onEnd={onEnd} />}</Shown>
      {!asked.data && asked.error && (
        <Group justify="end">
          <Button variant="default" onClick={close}>
            {cancel}
          </Button>
        </Group>
      )}
    </Dialog>
  )
}

type ConfirmFormProps = {
  factors: ReplyOf<'access', 'getFactors'>['factors']
  onEnd: (isConfirmed: boolean) => void
}

function ConfirmForm({ factors, onEnd }: ConfirmFormProps) {
  const t = useSignInTexts().confirm
  const texts = useTexts()
  const [given, setGiven] = useState('')
  const [change, setChange] = useState<{ isPending: boolean; error?: Error }>({ isPending: false })
  const { app, passkeys, hasPassword } = factors
  const hasFactor = app !== null || passkeys.length > 0
  const send = async (make: () => Promise<Given>) => {
    setChange({ isPending: true })
    try {
      await client.access.confirmIdentity({ input: await make() })
      onEnd(true)
    } catch (error) {
      setChange({ isPending: false, error: new Error(refusalOf(error as Error, texts)) })
    }
  }
  const reset = () => setChange({ isPending: false })
  return (
    <ModalForm
      submit={t.submit}
      change={{ ...change, reset }}
      isDisabled={hasFactor ? app === null : !hasPassword}
      onSubmit={() => void send(async () => (app ? { code: given } : { password: given }))}
      onClose={() => onEnd(false)}
      extra={
        passkeys.length > 0 && (
          <Button onClick={() => void send(async () => ({ answer: await showPasskey() }))}>
            {t.passkey}
          </Button>
        )
      }
    >
      {hasFactor || hasPassword ? (
        <Text size="sm">{t.hint}</Text>
      ) : (
        <AskProvider onConfirmed={() => onEnd(true)} />
      )}
      {app && <CodeInput label={t.code} value={given} onChange={setGiven} />}
      {!hasFactor && hasPassword && (
        <PasswordField
          label={texts.frame.signIn.password}
          autoComplete="current-password"
          value={given}
          onChange={setGiven}
          required
          autoFocus
        />
      )}
    </ModalForm>
  )
}

/**
 * The provider asks once more, even where somebody is signed in: in another tab, so that what was
 * typed here is still there afterwards.
 */
function AskProvider({ onConfirmed }: { onConfirmed: () => void }) {
  const t = useSignInTexts().confirm
  const me = useApi('access', 'currentSession', {}, { fresh: 60_000 }).data?.user
  const texts = useTexts().frame.signIn
  const own = useApi('providers', 'listOwn', {}).data?.identities ?? []
  const choices = useApi('providers', 'listChoices', {}).data?.providers ?? []
  const asked = choices.filter(
    ({ kind, code }) => kind !== 'ldap' && own.some(({ provider }) => provider.code === code),
  )
  const start = useChange('providers', 'start')
  const goOn = useEffectEvent(async () => {
    const { user } = await client.access.currentSession()
    // If somebody else has signed in there, they are here now, too.
    if (user.id === me?.id) onConfirmed()
    else location.reload()
  })
  useEffect(() => onConfirmation(() => void goOn()), [])
  const go = (provider: string) => {
    // Right after the click: browsers open no other tabs. Where they open none, it is done here.
    const tab = window.open('', '_blank')
    const returnTo = tab ? CONFIRMED : location.pathname + location.search
    start.mutate(
      { params: { provider }, input: { returnTo, asksAgain: true } },
      {
        onSuccess: ({ url }) => (tab ?? window).location.assign(url),
        onError: () => tab?.close(),
      },
    )
  }
  return (
    <Stack gap="xs">
      <Text size="sm">{asked.length > 0 ? t.askProvider : t.signInAgain}</Text>
      {asked.map(({ code, name }) => (
        <Button key={code} variant="default" loading={start.isPending} onClick={() => go(code)}>
          {texts.with(name)}
        </Button>
      ))}
    </Stack>
  )
}
