import { Link } from 'react-router'
import { useApi } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { Shown } from '../../components/states.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import classes from './people.module.css'
import { Section } from './section.tsx'

type Via = ReplyOf<'scheme', 'memberships'>['memberships'][number]['via'][number]

/** Every group and role somebody is in, and what leads there. */
export function Memberships({ id }: { id: string }) {
  const t = useTexts().people
  const asked = useApi('scheme', 'memberships', { params: { id } })
  const reasonOf = ({ kind, path }: Via) => (kind === 'direct' ? t.direct : t.through(path))
  return (
    <Section title={t.sections.groups}>
      <Shown of={asked}>
        {({ memberships }) =>
          memberships.length === 0 ? (
            <span className={classes.quiet}>{t.noGroups}</span>
          ) : (
            <ul className={classes.rows}>
              {memberships.map(({ group, via }) => (
                <li key={group.id} className={classes.row}>
                  <div className={classes.grow}>
                    <Link to={links.group(group.id)} className="link">
                      {group.name}
                    </Link>
                    {via.map((way) => (
                      <div key={way.path.map((step) => step.id).join()} className={classes.quiet}>
                        {reasonOf(way)}
                      </div>
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Section>
  )
}
