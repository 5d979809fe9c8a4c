import { PageTabs } from '../../components/page-tabs.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'

export function RegistrationTabs() {
  const t = useTexts()
  return (
    <PageTabs
      label={t.frame.menu.registration}
      tabs={[
        { to: links.registration, label: t.registration.journal },
        { to: links.nomenclature, label: t.registration.nomenclature },
      ]}
    />
  )
}
