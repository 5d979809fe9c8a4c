/**
 * Members of the other product that scripts do not have here. Whoever brings scripts looks for them before
 * they run; a script that comes to one is told its name.
 */
const ABSENT_MEMBERS = [
  ...['serial', 'statusHistory', 'getFolders', 'createFolder', 'getSettings'],
  ...[
    'storage',
    'batch',
    'getPermissions',
    'setPermissions',
    'hasPermission',
    'portal',
    'services',
  ],
  ...['getNomenclature', 'unarchiveApprovalList', 'getApprovalArchivedLists', 'updateContext'],
  ...['getInformArchivedLists', 'getTimers', 'setResponsible', 'getProcessInstance', 'submitTask'],
  ...['fts', 'getFolder', 'setFolder', 'subscribe', 'unsubscribe'],
  ...['getSubscribers', 'getSignHistory', 'uploadSign', 'getDataSigns', 'fetchAll', 'setFilter'],
  ...[
    'clearFilter',
    'createFromLink',
    'createWithAuthData',
    'requestPasswordRecovery',
    'positions',
  ],
  ...['setPositions', 'assignToPosition', 'removeFromPosition', 'getChiefs', 'block', 'unblock'],
  ...['getLocale', 'addItem', 'subGroups', 'parentGroups', 'organisationStructure', 'directories'],
  ...['addVersion', 'addVersionFromLink', 'getVersions', 'getFileMD5Hash'],
  ...['_searchTasks', 'getGeneralSettings', 'getSpecialDays', 'getWorkingTime'],
  ...['replacements', 'timezones', 'templater', 'digitalSigns', 'lines', 'portals', 'getUsers'],
]

const ABSENT_NAMES = ['FormData', 'Permissions', 'PermissionValue', 'SR']

/** Strings and comments name nothing. */
const withoutTexts = (source: string): string =>
  source.replaceAll(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
    (found) => (found.startsWith('/') ? ' ' : '""'),
  )

/** What a program names that it would not find, in the order of the names. */
export function findAbsent(source: string): string[] {
  const code = withoutTexts(source)
  const members = Array.from(code.matchAll(/\.\s*([A-Za-z_]\w*)/g), ([, name = '']) => name)
  const names = Array.from(code.matchAll(/(?<![.\w])([A-Z]\w*)/g), ([, name = '']) => name)
  const found = [
    ...members.filter((name) => ABSENT_MEMBERS.includes(name)),
    ...names.filter((name) => ABSENT_NAMES.includes(name)),
  ]
  return [...new Set(found)].sort()
}
