import { Anchor, Text, Title } from '@mantine/core'
import { Page } from '../../../components/page.tsx'
import { Shown } from '../../../components/states.tsx'
import adminClasses from '../admin.module.css'
import { useTexts } from '../texts.ts'
import { useUnits } from '../units.ts'
import { Attention } from './attention.tsx'
import { Blocks } from './blocks.tsx'
import { Charts } from './charts.tsx'
import classes from './overview.module.css'
import { useSamples } from './samples.ts'

export function OverviewPage() {
  const t = useTexts()
  const { asked, samples } = useSamples()
  return (
    <Page title={t.admin.parts.overview} actions={<Documents />}>
      <Shown of={asked}>
        {(now) => (
          <>
            <Attention now={now} />
            <Blocks now={now} />
            <section className={adminClasses.section}>
              <Title order={2}>{t.admin.overview.course}</Title>
              <Text className={adminClasses.hint}>{t.admin.overview.live}</Text>
              <Charts samples={samples} now={now} />
            </section>
            <Limits limits={now.limits} />
          </>
        )}
      </Shown>
    </Page>
  )
}

/** They are no pages of the console: the server itself shows them. */
function Documents() {
  const t = useTexts().admin.overview
  return (
    <div className={classes.documents}>
      <Anchor href="/docs" size="sm">
        {t.reference}
      </Anchor>
      <Anchor href="/pub/v1/openapi.json" size="sm">
        {t.publicDocument}
      </Anchor>
      <Anchor href="/manage/v1/openapi.json" size="sm">
        {t.manageDocument}
      </Anchor>
    </div>
  )
}

function Limits({ limits }: { limits: Record<string, number> }) {
  const t = useTexts().admin.overview
  const { number } = useUnits()
  return (
    <section className={adminClasses.section}>
      <Title order={2}>{t.limits}</Title>
      <Text className={adminClasses.hint}>{t.limitsHint}</Text>
      <dl className={classes.limits}>
        {Object.entries(limits).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{number(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
