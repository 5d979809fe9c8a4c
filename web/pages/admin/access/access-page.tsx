import { Page } from '../../../components/page.tsx'
import { useTexts } from '../texts.ts'
import { Explain } from './explain.tsx'
import { Grants } from './grants.tsx'

export function AccessPage() {
  const t = useTexts()
  return (
    <Page title={t.admin.parts.access}>
      <Explain />
      <Grants />
    </Page>
  )
}
