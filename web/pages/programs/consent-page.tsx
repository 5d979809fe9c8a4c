import { Alert, Anchor, Button, Center, Group, Radio, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { Shown } from '../../components/states.tsx'
import { useMe } from '../../frame/session.tsx'
import classes from './consent.module.css'
import { useScopeWords } from './scopes.ts'
import { useProgramTexts } from './texts.ts'

type Review = ReplyOf<'access', 'reviewConnection'>

/** Where a program sends a person who is to decide whether it may act for them. */
export function ConsentPage() {
  const { search } = useLocation()
  const query = search.slice(1)
  const asked = useApi('access', 'reviewConnection', { input: { query } }, { fresh: 600_000 })
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={460} gap="lg">
        <Shown of={asked}>{(review) => <Decision review={review} query={query} />}</Shown>
      </Stack>
    </Center>
  )
}

function Decision({ review, query }: { review: Review; query: string }) {
  const t = useProgramTexts().decide
  const { client, scopes, refusal } = review
  const me = useMe()
  const [onlyRead, setOnlyRead] = useState(false)
  const decide = useChange('access', 'decideConnection', {
    onDone: ({ redirect }) => window.location.assign(redirect),
  })
  const title = t.title(client.name)
  useEffect(() => {
    document.title = `${title} · Kontor`
  }, [title])
  if (refusal) return <Wrong review={review} />
  const answer = (allow: boolean) => decide.mutate({ input: { query, allow, onlyRead } })
  return (
    <>
      <Title order={1} className={classes.title}>
        {title}
      </Title>
      <Known review={review} />
      <RequestedScopes review={review} onlyRead={onlyRead} />
      {scopes.some((each) => each.endsWith(':write')) && (
        <Radio.Group
          label={t.howMuch}
          value={onlyRead ? 'read' : 'asked'}
          onChange={(value) => setOnlyRead(value === 'read')}
        >
          <Group mt={6} gap="lg">
            <Radio value="asked" label={t.asAsked} />
            <Radio value="read" label={t.onlyRead} />
          </Group>
        </Radio.Group>
      )}
      <Text size="sm">
        {t.account(location.host)} <strong>{me.login}</strong>
      </Text>
      <Text size="sm" c="var(--quiet)">
        {t.rights(me.name)}
      </Text>
      {decide.isSuccess ? (
        <Text size="sm" role="status">
          {t.sent}
        </Text>
      ) : (
        <Group>
          <Button loading={decide.isPending} onClick={() => answer(true)}>
            {t.allow}
          </Button>
          <Button variant="default" disabled={decide.isPending} onClick={() => answer(false)}>
            {t.refuse}
          </Button>
        </Group>
      )}
    </>
  )
}

function Known({ review: { client } }: { review: Review }) {
  const t = useProgramTexts().decide
  const { known, id, host, isLocal } = client
  return (
    <Stack gap="xs">
      <Text size="sm">
        {known === 'document' ? t.known.document(new URL(id).host) : t.known[known]}
      </Text>
      <Text size="sm">
        {t.goesTo} <strong>{host}</strong>
      </Text>
      {isLocal && (
        <Alert color="orange" variant="light">
          {t.isLocal}
        </Alert>
      )}
    </Stack>
  )
}

function RequestedScopes({ review, onlyRead }: { review: Review; onlyRead: boolean }) {
  const t = useProgramTexts().decide
  const words = useScopeWords()
  const { scopes, audience } = review
  const given = onlyRead
    ? [...new Set(scopes.map((each) => each.replace(/write$/, 'read')))]
    : scopes
  return (
    <div>
      <Text size="sm" fw={600}>
        {t.asks}
      </Text>
      <ul className={classes.asked}>
        {words(given).map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      {audience === 'mcp' && <Text size="sm">{t.mcp}</Text>}
    </div>
  )
}

/** The person goes back with the reason, or not: nobody is sent anywhere by a wrong request. */
function Wrong({ review: { client, refusal } }: { review: Review }) {
  const t = useProgramTexts().decide
  return (
    <>
      <Title order={1} className={classes.title}>
        {t.wrong}
      </Title>
      <Alert color="red" variant="light" role="alert">
        {client.name}: {refusal?.message}
      </Alert>
      <Anchor href={refusal?.redirect ?? '/'} size="sm">
        {t.back} ({client.host})
      </Anchor>
    </>
  )
}
