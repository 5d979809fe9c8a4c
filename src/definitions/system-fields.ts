/** A field every item has without anybody defining it. */
export type SystemField = {
  code: string
  type: string
  name: string
  isArray?: boolean
  isRequired?: boolean
  isIndexed?: boolean
  isSearchable?: boolean
  /** Only in apps that have statuses. */
  onlyWithStatuses?: boolean
}

export const systemFields: readonly SystemField[] = [
  { code: '__id', type: 'STRING', name: 'Identifier', isRequired: true, isIndexed: true },
  {
    code: '__name',
    type: 'STRING',
    name: 'Name',
    isRequired: true,
    isIndexed: true,
    isSearchable: true,
  },
  { code: '__createdAt', type: 'DATETIME', name: 'Created at', isIndexed: true },
  { code: '__createdBy', type: 'SYS_USER', name: 'Created by' },
  { code: '__updatedAt', type: 'DATETIME', name: 'Updated at' },
  { code: '__updatedBy', type: 'SYS_USER', name: 'Updated by' },
  { code: '__deletedAt', type: 'DATETIME', name: 'Deleted at' },
  { code: '__index', type: 'INTEGER', name: 'Number' },
  { code: '__version', type: 'VERSION', name: 'Version' },
  { code: '__status', type: 'STATUS', name: 'Status', isIndexed: true, onlyWithStatuses: true },
  {
    code: '__statusChangedAt',
    type: 'DATETIME',
    name: 'Status changed at',
    onlyWithStatuses: true,
  },
  { code: '__directory', type: 'STRING', name: 'Folder' },
  { code: '__subscribers', type: 'SYS_USER', name: 'Subscribers', isArray: true },
  { code: '__externalId', type: 'STRING', name: 'External identifier', isIndexed: true },
  { code: '__externalProcessMeta', type: 'JSON', name: 'External process data' },
  { code: '__debug', type: 'BOOLEAN', name: 'Debug' },
  { code: '__tasks', type: 'JSON', name: 'Tasks', isArray: true },
  { code: '__tasks_performers', type: 'SYS_USER', name: 'Performers of tasks', isArray: true },
  { code: '__tasks_earliest_duedate', type: 'DATETIME', name: 'Earliest due date' },
]
