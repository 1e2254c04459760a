//! Whether any attribute can apply to a file, so that most files are spared the search for them.
//!
//! libgit2 looks at every attribute file of every parent directory for each single attribute it is asked
//! for. Most repositories have none, which is known after one look at each directory.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use git2::Repository;

/// Name of an attribute file.
const NAME: &str = ".gitattributes";

/// Where a repository has attributes.
pub(super) struct AttributeFiles {
    top: PathBuf,
    /// Whether a file applies to all of the repository, or the index has one that need not be checked out.
    everywhere: bool,
    /// Whether these directories have one.
    directories: RefCell<HashMap<PathBuf, bool>>,
}

impl AttributeFiles {
    /// Looks for attributes that could apply anywhere.
    pub fn new(repository: &Repository, top: &Path) -> Self {
        let exists = |path: &Path| path.symlink_metadata().is_ok();
        let is_configured = || repository.config().is_ok_and(|config| config.get_entry("core.attributesFile").is_ok());
        let in_index = || {
            repository.index().is_ok_and(|index| {
                index.iter().any(|entry| entry.path.rsplit(|&byte| byte == b'/').next() == Some(NAME.as_bytes()))
            })
        };
        let everywhere = exists(&repository.commondir().join("info/attributes"))
            || of_the_user().iter().any(|path| exists(path))
            || is_configured()
            || in_index();
        Self { top: top.to_path_buf(), everywhere, directories: RefCell::default() }
    }

    /// Whether attributes can apply to the file at `place`.
    pub fn can_apply_to(&self, place: &Path) -> bool {
        let parents = place.ancestors().skip(1).take_while(|parent| parent.starts_with(&self.top));
        self.everywhere || parents.into_iter().any(|directory| self.has_one(directory))
    }

    fn has_one(&self, directory: &Path) -> bool {
        if let Some(known) = self.directories.borrow().get(directory) {
            return *known;
        }
        let has_one = directory.join(NAME).symlink_metadata().is_ok();
        self.directories.borrow_mut().insert(directory.to_path_buf(), has_one);
        has_one
    }
}

/// Attribute files of the machine and the user that git reads without being told.
fn of_the_user() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".config/git/attributes"));
    let configured = std::env::var_os("XDG_CONFIG_HOME").map(|place| PathBuf::from(place).join("git/attributes"));
    let mut files: Vec<PathBuf> = home.into_iter().chain(configured).collect();
    files.push(PathBuf::from(if cfg!(windows) { "C:/ProgramData/Git/gitattributes" } else { "/etc/gitattributes" }));
    files
}
