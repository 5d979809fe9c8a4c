import { Link } from 'react-router'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { Section } from '../apps/item/section.tsx'
import type { Process } from './process-page.tsx'
import classes from './processes.module.css'

type Version = Process['versions'][number]

/** Each version with what still runs on it; old diagrams can be looked at. */
export function Versions({ process }: { process: Process }) {
  const t = useTexts().processes
  const newest = process.versions[0]?.version
  const columns: Column<Version>[] = [
    {
      key: 'version',
      title: t.columns.version,
      cell: ({ version }) => (
        <>
          <Link
            className={classes.link}
            to={
              version === newest
                ? links.process(process.id)
                : `${links.process(process.id)}?version=${version}`
            }
            aria-current={version === process.version || undefined}
          >
            {t.versions.version(version)}
          </Link>{' '}
          {version === newest && <span className={classes.quiet}>{t.versions.newest}</span>}
        </>
      ),
    },
    { key: 'running', title: t.columns.running, cell: (each) => t.versions.running(each.running) },
    {
      key: 'published',
      title: t.versions.published,
      isQuiet: true,
      cell: ({ publishedAt }) => <When at={publishedAt} />,
    },
  ]
  return (
    <div className={classes.section} data-narrow>
      <Section title={t.versions.title}>
        <ListTable
          label={t.versions.title}
          columns={columns}
          rows={process.versions}
          idOf={({ version }) => String(version)}
        />
      </Section>
    </div>
  )
}
