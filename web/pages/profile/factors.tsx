import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { Confirm } from '../../components/confirm.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { AddFactor } from '../../components/factors/add-factor.tsx'
import { RecoveryCodes } from '../../components/factors/recovery-codes.tsx'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { When } from '../../components/when.tsx'
import { useTexts } from '../../texts/index.ts'
import { useSignInTexts } from '../../texts/sign-in.ts'
import { Section } from '../apps/item/section.tsx'
import { Password } from '../people/password.tsx'
import classes from './profile.module.css'

type Factors = ReplyOf<'access', 'getFactors'>['factors']
type Row = { id: string; name: string; createdAt: string; lastUsedAt: string | null }

/** How somebody comes in: password, second factors, recovery codes. */
export function FactorsSection({ me }: { me: { id: string; name: string } }) {
  const t = useSignInTexts().profile
  const people = useTexts().people
  const { data } = useApi('access', 'getFactors', {})
  const [asking, setAsking] = useState<'add' | 'password' | 'renew'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const queries = useQueryClient()
  const renew = useChange('access', 'newRecoveryCodes', {
    onDone: ({ recoveryCodes }) => {
      setAsking(undefined)
      setCodes(recoveryCodes)
    },
  })
  if (!data) return null
  const { factors } = data
  const close = () => setAsking(undefined)
  const added = async (recoveryCodes: readonly string[] | null) => {
    close()
    if (recoveryCodes) setCodes(recoveryCodes)
    await queries.invalidateQueries({ queryKey: ['access'] })
  }
  return (
    <Section title={t.title}>
      <Text className={classes.hint}>{factors.isRequired ? t.required : t.hint}</Text>
      <FactorTable factors={factors} />
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={() => setAsking('add')}>
          {t.add}
        </Button>
        {factors.hasPassword && (
          <Button variant="default" onClick={() => setAsking('password')}>
            {people.changePassword}
          </Button>
        )}
        {rowsOf(factors, t.app).length > 0 && (
          <Button variant="default" onClick={() => setAsking('renew')}>
            {t.renew(factors.recoveryCodes)}
          </Button>
        )}
      </Group>
      {asking === 'password' && <Password person={me} onClose={close} />}
      {asking === 'renew' && (
        <Confirm
          title={t.renewTitle}
          text={t.renewHint}
          action={t.renewAction}
          change={renew}
          onSubmit={() => renew.mutate({})}
          onClose={close}
        />
      )}
      {asking === 'add' && (
        <Dialog title={t.add} onClose={close}>
          <AddFactor onAdded={({ recoveryCodes }) => added(recoveryCodes)} />
        </Dialog>
      )}
      {codes && (
        // They are shown only now: nothing but the button closes it.
        <Dialog
          title={t.codes}
          onClose={() => setCodes(undefined)}
          withCloseButton={false}
          closeOnEscape={false}
          closeOnClickOutside={false}
        >
          <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
        </Dialog>
      )}
    </Section>
  )
}

const APP = 'app'

const rowsOf = ({ app, passkeys }: Factors, name: string): Row[] => [
  ...(app ? [{ id: APP, name, createdAt: app.createdAt, lastUsedAt: null }] : []),
  ...passkeys,
]

function FactorTable({ factors }: { factors: Factors }) {
  const t = useSignInTexts().profile
  const [asked, setAsked] = useState<Row>()
  const close = () => setAsked(undefined)
  const removeApp = useChange('access', 'removeApp', { onDone: close })
  const removePasskey = useChange('access', 'removePasskey', { onDone: close })
  const remove = ({ id }: Row) =>
    id === APP ? removeApp.mutate({}) : removePasskey.mutate({ params: { passkey: id } })
  const columns: Column<Row>[] = [
    { key: 'name', title: t.factor, cell: ({ name }) => name },
    {
      key: 'since',
      title: t.since,
      isTight: true,
      isQuiet: true,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      key: 'remove',
      title: t.remove,
      isAction: true,
      cell: (row) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t.removeOf(row.name)}
          onClick={() => setAsked(row)}
        >
          {t.remove}
        </Button>
      ),
    },
  ]
  return (
    <>
      <ListTable
        label={t.title}
        columns={columns}
        rows={rowsOf(factors, t.app)}
        idOf={({ id }) => id}
        empty={<Text className={classes.hint}>{t.none}</Text>}
      />
      {asked && (
        <Confirm
          title={t.removeOf(asked.name)}
          text={t.removeHint}
          action={t.remove}
          change={asked.id === APP ? removeApp : removePasskey}
          onSubmit={() => remove(asked)}
          onClose={close}
        />
      )}
    </>
  )
}
