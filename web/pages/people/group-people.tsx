import { Link } from 'react-router'
import { useApi } from '../../api.ts'
import { LoadMore } from '../../components/load-more.tsx'
import { Person } from '../../components/person.tsx'
import { Shown } from '../../components/states.tsx'
import { links } from '../../links.ts'
import { useList } from '../../list.ts'
import { useTexts } from '../../texts/index.ts'
import classes from './people.module.css'
import { Section } from './section.tsx'

const PAGE = 30

/** Everybody whom a group reaches, whatever way. */
export function GroupPeople({ id, direct }: { id: string; direct: string[] }) {
  const t = useTexts().people.groups
  const asked = useList(
    'scheme',
    'listGroupUsers',
    { params: { id }, input: { active: true, size: PAGE } },
    { rows: ({ result }) => result.result, by: 'from' },
  )
  return (
    <Section title={t.everybody}>
      <Shown of={asked}>
        {() => (
          <>
            {asked.rows.length === 0 && <span className={classes.quiet}>{t.nobody}</span>}
            {asked.rows.length > 0 && (
              <ul className={classes.rows} aria-label={t.everybody}>
                {asked.rows.map(({ __id, __name = '', displayedPosition }) => (
                  <li key={__id} className={classes.row}>
                    <div className={classes.grow}>
                      <Person id={__id} name={__name} isLink />
                    </div>
                    <span className={classes.quiet}>
                      {[displayedPosition, direct.includes(__id) && t.isDirect]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </li>
                ))}
              </ul>
            )}
            <LoadMore {...asked} />
          </>
        )}
      </Shown>
    </Section>
  )
}

/** Where a group is a member itself. */
export function ParentGroups({ id }: { id: string }) {
  const t = useTexts().people.groups
  const { data } = useApi('scheme', 'listParentGroups', { params: { id } })
  const groups = data?.result.result ?? []
  if (groups.length === 0) return null
  return (
    <Section title={t.parents}>
      <ul className={classes.rows}>
        {groups.map(({ __id, __name }) => (
          <li key={__id} className={classes.row}>
            <Link to={links.group(__id)} className="link">
              {__name}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
