import { Button, Group } from '@mantine/core'
import { IconSitemap } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Page } from '../../../components/page.tsx'
import { SearchInput } from '../../../components/search-input.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { useTexts } from '../../../texts/index.ts'
import { PeopleTabs } from '../people-tabs.tsx'
import classes from './chart.module.css'
import { DepartmentNode } from './department-node.tsx'
import { type Department, flatten, pathsTo, toTree } from './tree.ts'

/** More than this is drawn with the lower departments folded. */
const MANY = 60
const SHOWN_DEPTH = 1

export function ChartPage() {
  const t = useTexts().people
  const asked = useApi('users', 'getOrgChart', {})
  return (
    <Page title={t.tabs.chart} below={<PeopleTabs />}>
      <Shown of={asked}>
        {({ units }) =>
          units.length === 0 ? (
            <Empty icon={IconSitemap} title={t.chart.none} hint={t.chart.noneHint} />
          ) : (
            <WithNames units={units} />
          )
        }
      </Shown>
    </Page>
  )
}

type Units = ReplyOf<'users', 'getOrgChart'>['units']

function WithNames({ units }: { units: Units }) {
  const ids = useMemo(() => [...new Set(units.flatMap(({ users }) => users))].sort(), [units])
  const asked = useApi(
    'users',
    'list',
    { input: { ids, size: ids.length, fields: { __name: true }, total: false } },
    { keep: true },
  )
  return (
    <Shown of={asked}>
      {({ result }) => {
        const names = new Map(result.result.map(({ __id, __name = '' }) => [__id, __name]))
        return <Chart tree={toTree(units, names)} />
      }}
    </Shown>
  )
}

const foldedAtFirst = (tree: Department[]): Set<string> => {
  const people = tree.reduce((sum, each) => sum + each.people, 0)
  const deep = flatten(tree).filter(({ depth }) => depth >= SHOWN_DEPTH)
  return new Set(people > MANY ? deep.map(({ id }) => id) : [])
}

function Chart({ tree }: { tree: Department[] }) {
  const t = useTexts().people.chart
  const [folded, setFolded] = useState(() => foldedAtFirst(tree))
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const isMeant = (name: string) => wanted !== '' && name.toLowerCase().includes(wanted)
  const open = pathsTo(tree, isMeant)
  const toggle = (id: string) =>
    setFolded((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const all = () => new Set(flatten(tree).flatMap(({ id, depth }) => (depth > 0 ? [id] : [])))
  return (
    <>
      <Group gap="xs" mb="md">
        <SearchInput label={t.find} value={text} onSearch={setText} />
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" onClick={() => setFolded(new Set())}>
            {t.unfoldAll}
          </Button>
          <Button variant="default" onClick={() => setFolded(all())}>
            {t.foldAll}
          </Button>
        </Group>
      </Group>
      <div className={classes.scroll}>
        <ul className={classes.roots} aria-label={t.label}>
          {tree.map((department) => (
            <DepartmentNode
              key={department.id}
              department={department}
              depth={0}
              isFolded={(id) => folded.has(id) && !open.has(id)}
              isMeant={isMeant}
              onToggle={toggle}
            />
          ))}
        </ul>
      </div>
    </>
  )
}
