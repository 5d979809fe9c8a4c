import { Select, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure, Loading } from '../../../../components/states.tsx'
import { Diagram } from '../../../processes/diagram/diagram.tsx'
import type { Mark } from '../../../processes/diagram/viewer.ts'
import { useBuildTexts } from '../../texts.ts'
import { drawn } from '../check.ts'
import editor from '../editor/editor.module.css'
import type { Change } from './compare.ts'
import classes from './difference.module.css'

/** A diagram to compare with. */
export type Version = { id: string; label: string; load: () => Promise<string> }

type DifferenceProps = { xml: string; versions: readonly Version[] }

/** Two diagrams, one above the other, with what differs coloured. */
export function DifferenceView({ xml, versions }: DifferenceProps) {
  const t = useBuildTexts().processes.difference
  const [chosen, setChosen] = useState(versions[0]?.id ?? '')
  const [from, setFrom] = useState<string>()
  const version = versions.find(({ id }) => id === chosen) ?? versions[0]
  const asked = useQuery({
    queryKey: ['difference of diagrams', version?.id, xml],
    queryFn: async () => (version ? differenceOf(await version.load(), xml) : null),
    gcTime: 0,
    retry: false,
  })
  if (asked.error) return <Failure error={asked.error} again={asked.refetch} />
  if (asked.data === undefined) return <Loading />
  if (asked.data === null) return <Text>{t.noOther}</Text>
  const { before, after, changes } = asked.data
  const marks = Object.fromEntries(changes.map(({ id, kind }) => [id, kind as Mark]))
  return (
    <>
      <Stack gap="xs" className={classes.pictures ?? ''}>
        <Title order={3} className={classes.title}>
          {t.before}
        </Title>
        <Diagram xml={before} label={t.before} marks={marks} from={from} />
        <Title order={3} className={classes.title}>
          {t.after}
        </Title>
        <Diagram xml={after} label={t.after} marks={marks} from={from} />
      </Stack>
      <aside className={editor.panel} aria-label={t.title}>
        <Stack gap="md">
          <Select
            size="xs"
            label={t.against}
            allowDeselect={false}
            data={versions.map(({ id, label }) => ({ value: id, label }))}
            value={version?.id ?? null}
            onChange={(id) => setChosen(id ?? '')}
          />
          <ChangeList changes={changes} onShow={setFrom} />
        </Stack>
      </aside>
    </>
  )
}

const KINDS = ['added', 'removed', 'changed', 'moved'] as const

function ChangeList({ changes, onShow }: { changes: Change[]; onShow: (id: string) => void }) {
  const t = useBuildTexts().processes.difference
  const byKind = Map.groupBy(changes, ({ kind }) => kind)
  if (changes.length === 0) return <Text size="sm">{t.none}</Text>
  return KINDS.filter((kind) => byKind.has(kind)).map((kind) => (
    <section key={kind} aria-label={t[kind]}>
      <Title order={3} className={classes.title} data-kind={kind}>
        {t[kind]}
      </Title>
      <ul className={classes.list}>
        {byKind.get(kind)?.map(({ id, name, details }) => (
          <li key={id}>
            <UnstyledButton className={editor.problem ?? ''} onClick={() => onShow(id)}>
              {name}
            </UnstyledButton>
            {details.map((detail) => (
              <div key={detail.setting} className={classes.detail}>
                <Detail {...detail} />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Detail({ setting, before, after }: Change['details'][number]) {
  const t = useBuildTexts().processes
  const label = (t.settings as Record<string, string>)[setting] ?? setting
  return (
    <>
      {label}: {t.difference.was(before || t.difference.empty, after || t.difference.empty)}
    </>
  )
}

async function differenceOf(old: string, xml: string) {
  const [{ compareTexts }, before, after] = await Promise.all([
    import('./compare-texts.ts'),
    drawn(old),
    drawn(xml),
  ])
  return { before, after, changes: await compareTexts(old, xml) }
}
