# shellcheck shell=bash disable=SC2154
# The checks of Ansible itself, in a copy, because they write into the collection.
collection=$work/source/ansible_collections/prefs/prefs
mkdir -p "${collection%/*}"
cp -R Scripts/ansible/ansible_collections/prefs/prefs "$collection"

# ansible-test installs pip into its own environments with a script that it downloads. The pip of this Python will do.
bootstrap=$work/.ansible/test/cache/get_pip_24_2.py
mkdir -p "${bootstrap%/*}"
printf 'import ensurepip\nensurepip.bootstrap()\n' >"$bootstrap"
version=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
(cd "$collection" && ansible-test sanity --color no --python "$version")

# The documentation is that of the collection as users install it.
export ANSIBLE_COLLECTIONS_PATH=$work/installed
ansible-galaxy collection build --output-path "$work" "$collection"
ansible-galaxy collection install --offline "$work"/prefs-prefs-*.tar.gz
for module in preferences preferences_info schema install; do
    ansible-doc --type module "prefs.prefs.$module" >"$work/documentation"
    grep -q '^EXAMPLES:' "$work/documentation" || fail "the documentation of $module has no examples"
    wc -l <"$work/documentation" | sed "s/^/prefs.prefs.$module, lines of its documentation: /"
done
