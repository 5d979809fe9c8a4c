import { Anchor, Title } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useApi } from '../../api.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { links } from '../../links.ts'
import classes from './guest.module.css'
import { Folders, Items } from './rows.tsx'
import { useGuestTexts } from './texts.ts'

/** The first page of a guest: what is shared with them, and nothing else. */
export function SharedPage() {
  const t = useGuestTexts()
  const asked = useApi('guests', 'shared', {})
  return (
    <Page title={t.title}>
      <Shown of={asked}>
        {({ apps, items, directories }) => (
          <>
            {items.length > 0 && <Items items={items} />}
            {apps.length > 0 && (
              <ul className={classes.list}>
                {apps.map(({ namespace, code, name }) => (
                  <li key={`${namespace}/${code}`}>
                    <Anchor component={Link} to={links.app(namespace, code)}>
                      {name}
                    </Anchor>
                  </li>
                ))}
              </ul>
            )}
            {directories.length > 0 && (
              <>
                <Title order={2} size="h4">
                  {t.folders}
                </Title>
                <Folders folders={directories} />
              </>
            )}
            {apps.length + items.length + directories.length === 0 && (
              <Empty icon={IconGift} title={t.nothing} hint={t.nothingHint} />
            )}
          </>
        )}
      </Shown>
    </Page>
  )
}
