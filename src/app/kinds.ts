import { assistantKind, connectionKind, tokenKind } from '../areas/access/kinds.ts'
import { itemKinds } from '../areas/apps/kinds.ts'
import { appResources } from '../areas/apps/resources.ts'
import { decisionResource } from '../areas/decisions/access.ts'
import { diskKinds } from '../areas/disk/kinds.ts'
import { directoryResource } from '../areas/disk/policy.ts'
import { draftKind } from '../areas/drafts/kind.ts'
import { solutionResource } from '../areas/drafts/policy.ts'
import { messageKinds } from '../areas/messages/kinds.ts'
import { peopleKinds } from '../areas/people/kinds.ts'
import { instanceKind } from '../areas/processes/instances/kind.ts'
import { processResource } from '../areas/processes/instances/visibility.ts'
import { messageResource } from '../areas/processes/messages/service.ts'
import { taskKind } from '../areas/processes/tasks/kind.ts'
import { topicResource } from '../areas/processes/workers/policy.ts'
import { registrationKind } from '../areas/registration/kinds.ts'
import { reportKind, reportResource, scheduleKind } from '../areas/reports/kind.ts'
import { ObjectKinds } from '../kinds/kinds.ts'

/** Every kind of object that somebody may read. */
export const allKinds = new ObjectKinds(
  [
    ...[
      taskKind,
      instanceKind,
      registrationKind,
      reportKind,
      tokenKind,
      connectionKind,
      assistantKind,
      draftKind,
    ],
    scheduleKind,
    ...[...diskKinds, ...messageKinds, ...peopleKinds],
  ],
  [itemKinds],
)

/** Everything that rights are granted on. */
export const allResources = [
  ...appResources,
  processResource,
  topicResource,
  messageResource,
  reportResource,
  decisionResource,
  directoryResource,
  solutionResource,
]
