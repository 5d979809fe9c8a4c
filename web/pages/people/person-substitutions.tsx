import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { Shown } from '../../components/states.tsx'
import { useTexts } from '../../texts/index.ts'
import { CreateSubstitution } from './create-substitution.tsx'
import classes from './people.module.css'
import { Section } from './section.tsx'
import { SubstitutionRow } from './substitution-row.tsx'

/** Who stands in for somebody, and for whom they do, now and to come. */
export function PersonSubstitutions({ id }: { id: string }) {
  const t = useTexts().people
  const [isNew, setNew] = useState(false)
  const asked = useApi('substitutions', 'list', { input: { user: id, current: 'true' } })
  return (
    <Section
      title={t.tabs.substitutions}
      action={
        <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => setNew(true)}>
          {t.substitutions.add}
        </Button>
      }
    >
      <Shown of={asked}>
        {({ substitutions }) =>
          substitutions.length === 0 ? (
            <span className={classes.quiet}>{t.substitutions.noneCurrent}</span>
          ) : (
            <ul className={classes.rows}>
              {substitutions.map((each) => (
                <SubstitutionRow key={each.id} substitution={each} />
              ))}
            </ul>
          )
        }
      </Shown>
      {isNew && <CreateSubstitution absent={id} onClose={() => setNew(false)} />}
    </Section>
  )
}
