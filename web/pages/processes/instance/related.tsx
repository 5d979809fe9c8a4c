import { Link } from 'react-router'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import { Section } from '../../apps/item/section.tsx'
import { StateTag } from '../state-tag.tsx'
import classes from './instance.module.css'
import type { Instance } from './instance-page.tsx'

/** The process that called this one, and those it called. */
export function Related({ of: { parent, children } }: { of: Instance }) {
  const t = useTexts().processes.instance
  if (!parent && children.length === 0) return null
  return (
    <Section title={t.related}>
      <ul className={classes.rows}>
        {parent && (
          <li>
            <Link to={links.instance(parent.id)} className={classes.row}>
              <span className={classes.grow}>
                <span className={classes.detail}>{t.parent}</span>
                {parent.name}
              </span>
            </Link>
          </li>
        )}
        {children.map((child) => (
          <li key={child.id}>
            <Link to={links.instance(child.id)} className={classes.row}>
              <span className={classes.grow}>{child.name}</span>
              <StateTag state={child.state} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
