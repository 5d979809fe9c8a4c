import { useParams } from 'react-router'
import { LoadMore } from '../../components/load-more.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { useList } from '../../list.ts'
import { Items } from './rows.tsx'
import { useGuestTexts } from './texts.ts'

const PAGE = 50

export function ItemsPage() {
  const t = useGuestTexts()
  const { namespace = '', code = '' } = useParams()
  const params = { namespace, code }
  const asked = useList(
    'guests',
    'listItems',
    { params, input: { size: PAGE } },
    { rows: ({ items }) => items },
  )
  return (
    <Page title={asked.data?.pages[0]?.app ?? t.title}>
      <Shown of={asked}>
        {() => (
          <>
            {asked.rows.length === 0 && <Empty title={t.empty} />}
            <Items items={asked.rows} />
            <LoadMore {...asked} />
          </>
        )}
      </Shown>
    </Page>
  )
}
