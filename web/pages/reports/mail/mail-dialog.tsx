import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconMail, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../../api.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { useTexts } from '../../../texts/index.ts'
import type { Report } from '../list-page.tsx'
import type { ReportView } from '../view.ts'
import type { Schedule } from './schedule.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { ScheduleRow } from './schedule-row.tsx'

type DialogProps = { report: Report; view: ReportView; onClose: () => void }

/** Who gets the report by mail and when. */
export function MailDialog({ report, view, onClose }: DialogProps) {
  const t = useTexts().reports.mail
  const { namespace, code } = report
  const [edited, setEdited] = useState<Schedule | 'new'>()
  const asked = useApi('reports', 'listSchedules', { input: { namespace, code } })
  if (edited) {
    return (
      <ScheduleForm
        report={report}
        view={view}
        schedule={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    )
  }
  return (
    <Dialog title={t.title} size="lg" onClose={onClose}>
      <Stack gap="sm">
        <Shown of={asked}>
          {({ schedules }) =>
            schedules.length === 0 ? (
              <Empty icon={IconMail} title={t.none} />
            ) : (
              <div>
                {schedules.map((schedule) => (
                  <ScheduleRow
                    key={schedule.id}
                    schedule={schedule}
                    onEdit={() => setEdited(schedule)}
                  />
                ))}
              </div>
            )
          }
        </Shown>
        <Alert variant="light">
          <Text size="sm">{t.hint}</Text>
        </Alert>
        <Group justify="end">
          <Button leftSection={<IconPlus size={14} />} onClick={() => setEdited('new')}>
            {t.add}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
