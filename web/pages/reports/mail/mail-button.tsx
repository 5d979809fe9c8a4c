import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../../texts/index.ts'
import type { Report } from '../list-page.tsx'
import type { ReportView } from '../view.ts'

const MailDialog = lazy(async () => ({ default: (await import('./mail-dialog.tsx')).MailDialog }))

export function MailButton({ report, view }: { report: Report; view: ReportView }) {
  const t = useTexts().reports.mail
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={14} stroke={1.6} />}
        onClick={() => setOpen(true)}
      >
        {t.button}
      </Button>
      {isOpen && (
        <Suspense>
          <MailDialog report={report} view={view} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
