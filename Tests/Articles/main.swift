// Runs the final example of an article in FromOtherLibraries.md, which the argument names.

switch CommandLine.arguments.last {
case "keys": runKeysArticle()
case "subscripts": runSubscriptsArticle()
case "scopes": try runScopesArticle()
case "wrappers": await runWrappersArticle()
case "enumerations": runEnumerationsArticle()
case let name: fatalError("no article: \(name ?? "")")
}
