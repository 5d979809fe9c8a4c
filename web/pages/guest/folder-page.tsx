import { useParams } from 'react-router'
import { useApi } from '../../api.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { Files, Folders } from './rows.tsx'
import { useGuestTexts } from './texts.ts'

export function FolderPage() {
  const t = useGuestTexts()
  const { id = '' } = useParams()
  const asked = useApi('guests', 'directory', { params: { id } })
  return (
    <Page title={asked.data?.name ?? t.folders}>
      <Shown of={asked}>
        {({ directories, files }) => (
          <>
            {directories.length > 0 && <Folders folders={directories} />}
            {files.length > 0 && <Files files={files} />}
            {directories.length + files.length === 0 && <Empty title={t.empty} />}
          </>
        )}
      </Shown>
    </Page>
  )
}
