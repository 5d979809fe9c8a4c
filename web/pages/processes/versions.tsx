import { Table } from '@mantine/core'
import { Link } from 'react-router'
import { When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { Section } from '../apps/item/section.tsx'
import type { Process } from './process-page.tsx'
import classes from './processes.module.css'

/** Each version with what still runs on it; old diagrams can be looked at. */
export function Versions({ process }: { process: Process }) {
  const t = useTexts().processes.versions
  return (
    <div className={classes.section}>
      <Section title={t.title}>
        <Table className={classes.table} verticalSpacing="xs" maw={560}>
          <Table.Tbody>
            {process.versions.map(({ version, publishedAt, running }, place) => (
              <Table.Tr key={version}>
                <Table.Td>
                  <Link
                    className={classes.link}
                    to={
                      place === 0
                        ? links.process(process.id)
                        : `${links.process(process.id)}?version=${version}`
                    }
                    aria-current={version === process.version || undefined}
                  >
                    {t.version(version)}
                  </Link>{' '}
                  {place === 0 && <span className={classes.quiet}>{t.newest}</span>}
                </Table.Td>
                <Table.Td>{t.running(running)}</Table.Td>
                <Table.Td className={classes.quiet}>
                  <When at={publishedAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Section>
    </div>
  )
}
