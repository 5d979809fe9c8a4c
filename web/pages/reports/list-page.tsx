import { Title } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useApi } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import classes from './reports.module.css'

export type Report = ReplyOf<'reports', 'catalog'>['reports'][number]

export function ListPage() {
  const t = useTexts().reports
  const asked = useApi('reports', 'catalog', {}, { fresh: 60_000 })
  return (
    <Page title={t.title}>
      <Shown of={asked}>
        {({ reports }) =>
          reports.length === 0 ? (
            <Empty icon={IconChartBar} title={t.empty} hint={t.emptyHint} />
          ) : (
            <Groups reports={reports} />
          )
        }
      </Shown>
    </Page>
  )
}

/** By workspace, in the order of the navigation. */
function Groups({ reports }: { reports: Report[] }) {
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const groups = Map.groupBy(reports, ({ namespace }) => namespace)
  const workspaces = data?.workspaces ?? []
  const orderOf = (code: string) => {
    const at = workspaces.findIndex((each) => each.code === code)
    return at < 0 ? workspaces.length : at
  }
  const nameOf = (code: string) => workspaces.find((each) => each.code === code)?.name ?? code
  return [...groups]
    .toSorted(([one], [other]) => orderOf(one) - orderOf(other))
    .map(([namespace, all]) => (
      <section key={namespace} className={classes.group} aria-label={nameOf(namespace)}>
        <Title order={2}>{nameOf(namespace)}</Title>
        <div className={classes.cards}>
          {all.map((report) => (
            <Card key={report.code} report={report} />
          ))}
        </div>
      </section>
    ))
}

function Card({ report: { namespace, code, name, description } }: { report: Report }) {
  return (
    <Link to={links.report(namespace, code)} className={classes.card}>
      <IconChartBar size={16} stroke={1.6} aria-hidden />
      <span>
        <span className={classes.name}>{name}</span>
        {description && <div className={classes.hint}>{description}</div>}
      </span>
    </Link>
  )
}
