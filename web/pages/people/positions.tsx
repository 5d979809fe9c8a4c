import { Link } from 'react-router'
import { useApi } from '../../api.ts'
import { hueOf, Tag } from '../../components/tag.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import classes from './people.module.css'
import { Section } from './section.tsx'

/** The positions somebody holds, and the departments around them from near to far. */
export function Positions({ ids }: { ids: string[] }) {
  const t = useTexts().people
  const { data } = useApi('users', 'getOrgChart', {}, { fresh: 60_000 })
  const byId = new Map(data?.units.map((unit) => [unit.id, unit]))
  const held = ids.flatMap((id) => byId.get(id) ?? [])
  const above = (parent: string | null): string[] => {
    const unit = byId.get(parent ?? '')
    return unit ? [unit.name, ...above(unit.parent)] : []
  }
  return (
    <Section
      title={t.sections.positions}
      action={
        <Link to={links.orgChart} className="link">
          {t.tabs.chart}
        </Link>
      }
    >
      {held.length === 0 && <span className={classes.quiet}>{t.noPosition}</span>}
      {held.length > 0 && (
        <ul className={classes.rows}>
          {held.map(({ id, name, parent, isHead }) => (
            <li key={id} className={classes.row}>
              <div className={classes.grow}>
                {name}
                <div className={classes.quiet}>{above(parent).join(' · ')}</div>
              </div>
              {isHead && <Tag hue={hueOf(1)}>{t.head}</Tag>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
