/** The kind of a component whose manifest does not say it: by its service and the end of its path. */
export function kindOf(service: string, path: string): string {
  const rules = (Object.hasOwn(KINDS, service) && KINDS[service]) || []
  return rules.find(([end]) => end.test(path))?.[1] ?? service
}

const ALL = /(?:)/

const KINDS: Record<string, [end: RegExp, kind: string][]> = {
  appViews: [[ALL, 'appView']],
  processor: [
    [/_activity\.json$/, 'custom_activity'],
    [/_group\.json(\.json)?$/, 'custom_activity_group'],
    [ALL, 'template'],
  ],
  widgets: [[ALL, 'widget']],
  pages: [[ALL, 'page']],
  permissionsSettings: [
    [/\.pagePermissions\.json$/, 'pagePermissions'],
    [/\.permissionSettings\.json$/, 'permissionSettings'],
    [ALL, 'applicationDirectoriesPermissions'],
  ],
  groups: [[ALL, 'group']],
  serials: [[ALL, 'serial']],
  templates: [[ALL, 'doctemplate']],
  contractor: [[ALL, 'contract']],
  extensions: [
    [/scripts/, 'scripts'],
    [ALL, 'extension'],
  ],
  'event-bus': [[ALL, 'subscription']],
  localizer: [[ALL, 'localization']],
}
