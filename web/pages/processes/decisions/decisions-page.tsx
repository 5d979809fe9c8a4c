import { IconTable } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useApi } from '../../../api.ts'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import { ProcessTabs } from '../tabs.tsx'
import classes from './decisions.module.css'

/** The decisions that the reader may see. */
export function DecisionsPage() {
  const t = useTexts().processes
  const asked = useApi('decisions', 'list', {}, { fresh: 60_000 })
  return (
    <Page title={t.title} below={<ProcessTabs />}>
      <Shown of={asked}>
        {({ decisions }) =>
          decisions.length === 0 ? (
            <Empty icon={IconTable} title={t.decisions.empty} hint={t.decisions.emptyHint} />
          ) : (
            <ul className={classes.list}>
              {decisions.map(({ namespace, code, name, description }) => (
                <li key={`${namespace}/${code}`}>
                  <Link to={links.decision(namespace, code)} className={classes.entry}>
                    <IconTable size={16} stroke={1.6} aria-hidden />
                    <span>
                      <span className={classes.name}>{name}</span>
                      {description && <div className={classes.hint}>{description}</div>}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Page>
  )
}
