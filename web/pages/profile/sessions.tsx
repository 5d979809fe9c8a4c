import { Button } from '@mantine/core'
import { useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { Below, type Column, ListTable } from '../../components/list-table.tsx'
import { When } from '../../components/when.tsx'
import { useDayTexts } from '../../texts/day.ts'
import { useSignInTexts } from '../../texts/sign-in.ts'
import { Section } from '../apps/item/section.tsx'
import { agentName } from './agent.ts'

type OwnSession = ReplyOf<'access', 'listSessions'>['sessions'][number]

/** Where somebody is signed in, and the way to end it. */
export function Sessions() {
  const t = useDayTexts().profile
  const { data } = useApi('access', 'listSessions', {})
  const end = useChange('access', 'endSession', { takesAway: true })
  const others = useChange('access', 'endOtherSessions')
  const factors = useSignInTexts().profile
  const columns: Column<OwnSession>[] = [
    {
      key: 'browser',
      title: t.session,
      cell: ({ agent, address }) => (
        <>
          <span title={agent}>{agentName(agent) || address}</span>
          <Below>{address}</Below>
        </>
      ),
    },
    {
      key: 'since',
      title: t.since,
      isTight: true,
      isQuiet: true,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      key: 'end',
      title: t.end,
      isAction: true,
      cell: ({ id, isCurrent }) =>
        isCurrent ? (
          t.current
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => end.mutate({ params: { id } })}
          >
            {t.end}
          </Button>
        ),
    },
  ]
  return (
    <Section title={t.sessions}>
      <ListTable
        label={t.sessions}
        columns={columns}
        rows={data?.sessions ?? []}
        idOf={({ id }) => id}
      />
      {(data?.sessions.length ?? 0) > 1 && (
        <Button variant="default" loading={others.isPending} onClick={() => others.mutate({})}>
          {factors.endOthers}
        </Button>
      )}
    </Section>
  )
}
