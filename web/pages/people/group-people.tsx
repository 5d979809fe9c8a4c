import { useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '../../api.ts'
import { Pager } from '../../components/pager.tsx'
import { Person } from '../../components/person.tsx'
import { Shown } from '../../components/states.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import classes from './people.module.css'
import { Section } from './section.tsx'

const PAGE = 30

/** Everybody whom a group reaches, whatever way. */
export function GroupPeople({ id, direct }: { id: string; direct: string[] }) {
  const t = useTexts().people.groups
  const [page, setPage] = useState(1)
  const asked = useApi(
    'scheme',
    'listGroupUsers',
    { params: { id }, input: { active: true, from: (page - 1) * PAGE, size: PAGE } },
    { keep: true },
  )
  return (
    <Section title={t.everybody}>
      <Shown of={asked}>
        {({ result }) => (
          <>
            {result.result.length === 0 && <span className={classes.quiet}>{t.nobody}</span>}
            {result.result.length > 0 && (
              <ul className={classes.rows} aria-label={t.everybody}>
                {result.result.map(({ __id, __name = '', displayedPosition }) => (
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
            <Pager total={result.total ?? 0} size={PAGE} page={page} onPage={setPage} />
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
